const COVERED_MS = 2000;
const DISABLED_MS = 1500;
const STOPS = 60;

const element = (id) => document.getElementById(id);
const onClick = (id, listener) => element(id).addEventListener('click', listener);
const say = (id, text) => {
  element(id).textContent = text;
};

const uncover = () => element('overlay').remove();
const covered = setTimeout(uncover, COVERED_MS);
onClick('overlay-close', () => {
  clearTimeout(covered);
  uncover();
});
onClick('covered-btn', () => say('covered-result', 'Delivery confirmed.'));

onClick('alert-btn', () => {
  alert('Your parcel has arrived.');
  say('dialog-result', 'The alert was closed.');
});
onClick('confirm-btn', () => {
  const yes = confirm('Send the parcel back?');
  say('dialog-result', yes ? 'Answer: OK' : 'Answer: Cancel');
});

onClick('details-toggle', (event) => {
  event.preventDefault();
  const details = element('details');
  details.hidden = !details.hidden;
  const toggle = element('details-toggle');
  toggle.setAttribute('aria-expanded', String(!details.hidden));
  toggle.textContent = details.hidden ? 'Show the details' : 'Hide the details';
});
onClick('hidden-btn', () => say('hidden-result', 'Found and clicked.'));

setTimeout(() => {
  element('late-btn').disabled = false;
  say('late-btn', 'Ready now');
}, DISABLED_MS);
onClick('late-btn', () => say('late-result', 'Clicked in time.'));

element('service').addEventListener('change', (event) => {
  const { value } = event.target;
  say('service-result', value === '' ? 'Nothing chosen.' : `Chosen: ${value}`);
});

element('file').addEventListener('change', (event) => {
  const [file] = event.target.files;
  say('file-result', file ? `${file.name}, ${file.size} bytes` : 'No file chosen.');
});

for (let stop = 1; stop <= STOPS; stop += 1) {
  const choose = document.createElement('button');
  choose.type = 'button';
  choose.id = `stop-${stop}`;
  choose.textContent = `Stop ${stop}`;
  choose.addEventListener('click', () => say('stop-result', `Chosen: stop ${stop}`));
  const item = document.createElement('li');
  item.append(choose);
  element('stops').append(item);
}

onClick('count-btn', () => say('count', String(Number(element('count').textContent) + 1)));
