/**
 * Stands between the service and a command, and sees to it that nothing of the command outlives either of them. It is Perl,
 * which is a part of every Debian and Ubuntu, because it can ask the kernel for what Node can't: to be given the orphans of
 * its descendants (a subreaper), to have the command killed should it be killed itself, and `flock`.
 *
 * Arguments: the number of the system call `prctl` (0: not known), how many twentieths of a second lie between TERM and KILL,
 * the path of the lock ('': none), a file to remove at the end ('': none), the command and its arguments. Descriptor 3 is a socket to the service: its end, which comes
 * with the service's own end too, stops the command; `waiting` (for the lock), `ready`, `moved`, `failed ERRNO`, `exited N` and `signalled N` go back.
 * Descriptor 4 is the file to lock. The command keeps it: the lock is held for as long as anything of the command lives.
 */
export const SUPERVISOR_SOURCE = String.raw`
use strict;
my ($prctl, $grace, $lock, $script, @command) = @ARGV;
$prctl += 0; # syscall takes text for a pointer
my $me = $$;
delete $ENV{PERL_BADLANG};
open(my $service, '+<&=', 3) or exit 1;
# Handlers, as what is ignored stays ignored in the command; CHLD wakes select.
my @signals = qw(TERM HUP INT PIPE CHLD);
$SIG{$_} = sub {} for @signals;
syscall($prctl, 36, 1, 0, 0, 0) if $prctl;
pipe(my $heard, my $say) or exit 1;
my $child = fork();
exit 1 if !defined $child;
begin() if !$child;
close $say;

my ($status, $listening, $stopping, $slices) = (undef, 1, 0, 0);
my $latest; # in seconds of the clock: what ends all the time keeps select from ever sleeping for a whole slice
until (defined $status) {
  reap();
  last if defined $status;
  my $reads = '';
  vec($reads, fileno($service), 1) = 1 if !$stopping;
  vec($reads, fileno($heard), 1) = 1 if $listening;
  my $found = select($reads, undef, undef, 0.05 * ($stopping ? 1 : 4));
  if ($found > 0) {
    hear() if $listening && vec($reads, fileno($heard), 1);
    stop() if !$stopping && vec($reads, fileno($service), 1) && !sysread($service, my $ignored, 64);
  }
  $slices++ if $stopping && $found == 0;
  kill 'KILL', $child if $stopping && ($slices > $grace || time > $latest);
}
hear() while $listening;
sweep();
unlink $script if $script ne '';
report($status & 127 ? 'signalled ' . ($status & 127) : 'exited ' . ($status >> 8));
# Whoever is in the group still, this process with it.
kill 'KILL', -$me;

sub begin {
  $SIG{$_} = 'DEFAULT' for @signals;
  syscall($prctl, 1, 9, 0, 0, 0) if $prctl;
  exit 1 if getppid() != $me;
  close $service;
  close $heard;
  take() if $lock ne '';
  # close_range, the same on every processor: what the service was itself started with is not for the command.
  syscall(436, $lock eq '' ? 4 : 5, 2147483647, 4) if $prctl;
  syswrite($say, "ready\n");
  { no warnings; exec { $command[0] } @command; }
  refuse();
}

# Waits for the lock. A file that was replaced meanwhile is another one: whoever holds the new one does not know of this.
sub take {
  $^F = 4;
  open(our $held, '<&=', 4) or refuse();
  if (!flock($held, 6)) {
    syswrite($say, "waiting\n");
    flock($held, 2) or refuse();
  }
  my @held = stat($held);
  my @named = stat($lock);
  return if @named && "@held[0, 1]" eq "@named[0, 1]";
  syswrite($say, "moved\n");
  exit 0;
}

sub refuse {
  syswrite($say, 'failed ' . ($! + 0) . "\n");
  exit 0;
}

sub report { syswrite($service, "$_[0]\n") }

sub hear {
  my $read = sysread($heard, my $words, 256);
  if ($read) { syswrite($service, $words) }
  elsif (defined $read || !$!{EINTR}) { $listening = 0 }
}

sub stop {
  $stopping = 1;
  $latest = time + 1 + $grace / 20;
  kill 'TERM', -$me;
}

sub reap {
  my $left = 0;
  while (($left = waitpid(-1, 1)) > 0) { $status = $? if $left == $child }
  return $left == 0;
}

# What the command has left behind, daemons with a group of their own among it: the kernel made each a child of this process.
sub sweep {
  for (1 .. 200) {
    return if !reap();
    opendir(my $processes, '/proc') or return;
    for my $pid (grep { /^\d+$/ } readdir $processes) {
      open(my $file, '<', "/proc/$pid/stat") or next;
      local $/;
      # The name before the state may hold anything, brackets too.
      kill 'KILL', $pid if (readline($file) // '') =~ /.*\) \S (\d+) /s && $1 == $me;
    }
    select(undef, undef, undef, 0.01);
  }
}
`;
