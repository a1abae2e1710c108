import { resolve } from 'node:path';
import type { Audit } from '../core/audit.ts';
import { auditLine } from './audit-line.ts';
import { LineFile } from './line-file.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface AuditLog {
  readonly audit: Audit;
  /** Opens its file anew, which a rotation has moved away. */
  reopen(): void;
  /** Writes what is held. */
  close(): Promise<void>;
}

/** On standard output the lines go with those of the log: two writers there would tear one another's lines. */
export function openAuditLog(to: string, replica: string, log: Log, metrics: Metrics): AuditLog {
  if (to === 'stdout') {
    return {
      audit: (record) => log.writeLine(auditLine(record, replica)),
      reopen: () => {},
      close: async () => {},
    };
  }
  const path = resolve(to);
  const file = new LineFile(path, {
    failing: ({ code }) =>
      log.logger.error(
        { file: path, code },
        'the audit log can not be written: lines are held and tried again, and lost once too many are',
      ),
    recovered: () => log.logger.info({ file: path }, 'the audit log is written again'),
    notReopened: ({ code }) =>
      log.logger.error(
        { file: path, code },
        'the audit log can not be opened anew: the file that was open is written on',
      ),
    lost: () => metrics.linesLost('audit', 1),
  });
  return {
    audit: (record) => file.append(auditLine(record, replica)),
    reopen: () => file.reopen(),
    close: async () => {
      const lines = await file.close();
      if (lines > 0)
        log.logger.error({ file: path, lines }, 'lines of the audit log are lost: they could not be written');
    },
  };
}
