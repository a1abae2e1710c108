import { generateKeyPairSync } from 'node:crypto';
import type { Command } from 'commander';
import type { JSONWebKeySet } from 'jose';
import { isRecord } from '../core/is-record.ts';
import { publicJwk } from '../core/receipts/signing-key.ts';
import { verifyReceipt } from '../core/receipts/verify-receipt.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { readJsonFile } from './read-json-input.ts';
import { showReceipt } from './show-receipt.ts';
import { usageError } from './with-service.ts';

const KEY_EXAMPLES = `
Examples:
  waybill receipt key > receipt-key.env       then in waybill.yaml:  receipts: { key: "\${WAYBILL_RECEIPT_KEY}" }
  waybill receipt key --json                  {"private": …, "public": …}`;

const VERIFY_EXAMPLES = `
Examples:
  curl -s https://waybill.example/.well-known/jwks.json > jwks.json
  waybill receipt verify answer.json --jwks jwks.json
  waybill send system.echo --json | waybill receipt verify - --jwks jwks.json

Get the keys once, from whom you trust, over HTTPS: who gives you the keys decides what you believe.
Exit codes: 0 the receipt is genuine and of this answer, 1 it is not, 2 wrong usage.`;

export function defineReceipt(program: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const receipt = program.command('receipt').description('Work with signed receipts.');
  receipt
    .command('key')
    .description('Make a key that receipts are signed with; print both of its parts, and what each is for.')
    .option('--json', 'print JSON: {"private", "public"}')
    .addHelpText('after', KEY_EXAMPLES)
    .action((options: { readonly json?: true }) => finish(makeKey(cli, options.json === true)));
  receipt
    .command('verify')
    .description("Check an answer's receipt, without any service.")
    .argument('<file>', 'the answer as JSON, or what holds it under "answer"; - for standard input')
    .requiredOption('--jwks <file>', 'the public keys: a JWKS, or a single JWK')
    .option('--json', 'print JSON: {"ok", "receipt", "key_id"} or {"ok", "reason"}')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async (file: string, options: VerifyOptions) => finish(await verify(cli, file, options)));
}

function makeKey(cli: Cli, json: boolean): ExitCode {
  const { privateKey } = generateKeyPairSync('ed25519');
  const own = privateKey.export({ format: 'jwk' });
  const shown = publicJwk(privateKey);
  if (json) cli.print(JSON.stringify({ private: own, public: shown }));
  else {
    cli.print('# The private key signs. Put it into the environment of every replica, and nowhere else.');
    cli.print(`WAYBILL_RECEIPT_KEY='${JSON.stringify(own)}'`);
    cli.print(
      '# The public key checks. The service serves it at /.well-known/jwks.json; once another key signs, list it',
    );
    cli.print('# under receipts.retired, so that receipts given before can still be checked.');
    cli.print(`# ${JSON.stringify(shown)}`);
  }
  return EXIT.ok;
}

interface VerifyOptions {
  readonly jwks: string;
  readonly json?: true;
}

async function verify(cli: Cli, file: string, { jwks, json }: VerifyOptions): Promise<ExitCode> {
  const answer = readJsonFile(file);
  if ('usageError' in answer) return usageError(cli, answer.usageError);
  const keys = readJsonFile(jwks);
  if ('usageError' in keys) return usageError(cli, keys.usageError);
  const keySet = toKeySet(keys.json);
  if (keySet === undefined) return usageError(cli, `${jwks}: expected a JWKS ({"keys": […]}), or a single JWK`);
  // A poll's end and a WebSocket frame hold the answer under this name.
  const verified = await verifyReceipt(isRecord(answer.json.answer) ? answer.json.answer : answer.json, keySet);
  if ('wrong' in verified) {
    cli.print(json ? JSON.stringify({ ok: false, reason: verified.wrong }) : `not proven: ${verified.wrong}`);
    return EXIT.notFulfilled;
  }
  const { receipt, keyId } = verified;
  if (json) cli.print(JSON.stringify({ ok: true, receipt, key_id: keyId }));
  else for (const line of showReceipt(verified)) cli.print(line);
  return EXIT.ok;
}

function toKeySet(json: Readonly<Record<string, unknown>>): JSONWebKeySet | undefined {
  const keys = Array.isArray(json.keys) ? json.keys : [json];
  if (!keys.every((key) => isRecord(key) && typeof key.kty === 'string')) return undefined;
  // `as`: what else is wrong with a key shows when it is used
  return { keys } as JSONWebKeySet;
}
