import { afterAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { BOX_KEY, boxSubject } from './box-subject.ts';
import { serveBox } from './serve-box.ts';

const box = await serveBox(BOX_KEY);
afterAll(box.close);

for (const { name, run } of adapterContract(boxSubject(box))) test(name, run);
