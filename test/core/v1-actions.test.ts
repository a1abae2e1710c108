import { describe, expect, test } from 'vitest';
import type { V1Action } from '../../contracts/config/v1.ts';
import { openService } from '../../src/app.ts';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { openTestService, testSettings } from '../open-test-service.ts';

const LEVER = { type: 'lever', state: 'on' };
const lab = (domain = 'v1', ...actions: readonly (readonly [string, V1Action])[]) => ({
  targets: [LAB_TARGET],
  v1: { domain, actions: new Map(actions) },
});

interface BadAction {
  readonly because: string;
  readonly action: V1Action;
  readonly says: string;
}

const BAD: readonly BadAction[] = [
  {
    because: 'no target offers its intent',
    action: { intent: 'lab.pul', resource: LEVER },
    says: 'no target offers the intent lab.pul; did you mean lab.pull?',
  },
  {
    because: 'no target knows its resource type',
    action: { intent: 'lab.act', resource: { type: 'levr', state: 'on' } },
    says: 'no target knows resources of type levr; known: lever, dial',
  },
  {
    because: 'its resource is never in that state',
    action: { intent: 'lab.act', resource: { type: 'lever', state: 'up' } },
    says: 'a lever is never up; its states: on, off, stuck',
  },
  {
    because: 'its intent needs a resource that no selector becomes',
    action: { intent: 'lab.pull' },
    says: 'lab.pull acts on lever, and no selector becomes one',
  },
  {
    because: 'its intent needs another resource than the selector becomes',
    action: { intent: 'lab.pull', resource: { type: 'dial', state: 'on' } },
    says: 'lab.pull acts on lever, and no selector becomes one',
  },
  {
    because: 'an argument becomes a property that there is not',
    action: { intent: 'lab.act', args: { shade: 'color' } },
    says: 'unknown property payload.color; did you mean colour?',
  },
  {
    because: 'its selector becomes a property that there is not',
    action: { intent: 'lab.act', selector_as: 'lever' },
    says: 'unknown property payload.lever',
  },
  {
    because: 'a fixed value does not fit',
    action: { intent: 'lab.act', payload: { ms: 'soon' } },
    says: 'payload.ms must be integer, found string',
  },
];

describe('a configured action that could never be done stops the start', () => {
  test.for(BAD)('as $because', async ({ action, says }) => {
    const { kinds } = createLab();
    const opening = openService(testSettings(lab('v1', ['bad', action])), { kinds });
    await expect(opening).rejects.toThrow(`v1.actions.bad: ${says}`);
  });

  test('as no route serves its domain', async () => {
    const { kinds } = createLab();
    const routes = [{ type: 'lab', domain: 'shop-*', target: 'lab', timeoutMs: 1000 }];
    const settings = testSettings({ ...lab('old', ['act', { intent: 'lab.act' }]), routes });
    await expect(openService(settings, { kinds })).rejects.toThrow(
      'v1.actions.act: No route takes lab.act in the context domain old. Its routes: lab in shop-* → lab.',
    );
  });

  test('with every problem at once', async () => {
    const { kinds } = createLab();
    const settings = testSettings(lab('v1', ['one', { intent: 'a.b' }], ['two', { intent: 'lab.pull' }]));
    await expect(openService(settings, { kinds })).rejects.toMatchObject({
      problems: [expect.stringContaining('v1.actions.one'), expect.stringContaining('v1.actions.two')],
    });
  });

  test('or the reload, and the last good one stays', async () => {
    const { kinds } = createLab();
    const service = await openTestService(lab('v1', ['act', { intent: 'lab.act' }]), { kinds });
    const wanted = { ...service.settings, ...lab('v1', ['act', { intent: 'lab.akt' }]) };
    await expect(service.reload(wanted)).rejects.toThrow('did you mean lab.act?');
    const body = JSON.stringify({ session_id: 's', action: 'act' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${service.origin}/mcp/v1`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });
});

test('built-in actions stop no start where no target can do them', async () => {
  await openTestService({ v1: { domain: 'v1', actions: new Map() } });
});
