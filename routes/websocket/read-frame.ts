import { type Failure, failure } from '../../contracts/failure.ts';
import { CancelFrame, FrameId, UnreadRequestFrame } from '../../contracts/frames.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { invalidRequest, translateSchemaErrors } from '../../src/core/problems.ts';
import { ALL_PROBLEMS_BYTES, createSchemaCompiler } from '../../src/core/schema-validator.ts';
import { parseBody } from '../json-bodies.ts';

/** A frame as it was meant; one that can't be read still says whose it is, where that much is clear. */
export type ReadFrame =
  | { readonly kind: 'request'; readonly frame: UnreadRequestFrame }
  | { readonly kind: 'cancel'; readonly id: FrameId }
  | { readonly kind: 'unreadable'; readonly id: FrameId | undefined; readonly failure: Failure };

export type FrameReader = (bytes: Buffer, isBinary: boolean) => ReadFrame;

type Members = Readonly<Record<string, unknown>>;

/** Reads the frames of clients, by schemas that are compiled once. */
export function createFrameReader(): FrameReader {
  const readMembers = createMemberReader();
  return (bytes, isBinary) => {
    if (isBinary) return unreadable(noFrame('is binary'));
    const parsed = parseBody(bytes, 'frame');
    if ('kind' in parsed) return unreadable(parsed);
    if (!isRecord(parsed.json)) return unreadable(noFrame('is not a JSON object'));
    return readMembers(parsed.json, bytes.length);
  };
}

function createMemberReader() {
  const compile = createSchemaCompiler();
  const checkId = compile(FrameId);
  const checkRequest = compile(UnreadRequestFrame);
  const checkCancel = compile(CancelFrame);
  return (members: Members, bytes: number): ReadFrame => {
    const isCancel = 'event' in members;
    const errors = (isCancel ? checkCancel : checkRequest)(members, bytes <= ALL_PROBLEMS_BYTES);
    if (errors !== undefined) {
      const { id } = members;
      // `as`, here and below: the schema that just accepted the value is the one the type is inferred from
      const known = checkId(id, false) === undefined ? (id as FrameId) : undefined;
      return unreadable(invalidRequest(translateSchemaErrors(errors)), known);
    }
    if (isCancel) return { kind: 'cancel', id: (members as CancelFrame).id };
    return { kind: 'request', frame: members as UnreadRequestFrame };
  };
}

function unreadable(why: Failure, id?: FrameId): ReadFrame {
  return { kind: 'unreadable', id, failure: why };
}

function noFrame(found: string): Failure {
  return failure('invalid_request', `The frame ${found}`, {
    hint: 'Send one text frame a request: {"id": …, "request": {…}}.',
  });
}
