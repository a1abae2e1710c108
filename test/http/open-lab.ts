import type { Settings } from '../../src/config/settings.ts';
import { createLab, LAB_TARGET, type Lab } from '../fixtures/lab-kind.ts';
import { openTestService, startTestService, type TestService } from '../open-test-service.ts';
import { goodRequest } from './good-request.ts';
import type { Good } from './sheets/bad-request.ts';

export interface OpenLab {
  readonly lab: Lab;
  readonly service: TestService;
  readonly good: Good;
}

/** A service with the target `lab`, closed with the test. */
export async function openLab(settings: Partial<Settings> = {}): Promise<OpenLab> {
  const lab = createLab();
  return around(lab, await openTestService({ targets: [LAB_TARGET], ...settings }, { kinds: lab.kinds }));
}

/** As `openLab`, for whoever closes it. */
export async function startLab(settings: Partial<Settings> = {}): Promise<OpenLab> {
  const lab = createLab();
  return around(lab, await startTestService({ targets: [LAB_TARGET], ...settings }, { kinds: lab.kinds }));
}

function around(lab: Lab, service: TestService): OpenLab {
  const good: Good = {
    settings: service.settings,
    port: new URL(service.origin).port,
    request: (key, id) => goodRequest(service.settings, key, id),
  };
  return { lab, service, good };
}
