import { LABEL_ID, WRONG_LABEL_ID } from '../label-id.ts';
import { type LabelInput, StoreFailure } from './store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL will take this for a uuid. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** An id as messages repeat it: a key's value that was given in its place is shown to nobody. */
export function quotedId(id: string): string {
  return id.startsWith('svc_') ? 'svc_… (that is the value of a key, not an id)' : JSON.stringify(id);
}

/** Refuses what the store could not give back as it was, naming the member. */
export function checkLabel(label: LabelInput): void {
  if (label.id !== undefined && !LABEL_ID.test(label.id)) {
    throw new StoreFailure(`id ${WRONG_LABEL_ID}, not ${JSON.stringify(label.id)}`);
  }
  checkText('name', label.name);
  if (label.teamId !== null) checkTeamId('team_id', label.teamId);
  const { widthMm: width, heightMm: height, dpi } = label.size;
  for (const [member, value] of Object.entries({ width, height, dpi })) {
    if (!Number.isFinite(value)) throw new StoreFailure(`${member} must be a finite number`);
  }
  if (label.zpl !== null && /\p{Surrogate}/u.test(label.zpl)) {
    throw new StoreFailure('zpl holds half of a surrogate pair, which no encoding can send to a printer');
  }
}

/** Refuses text that PostgreSQL cannot hold: NUL, and halves of surrogate pairs. */
export function checkText(member: string, text: string): void {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw new StoreFailure(`${member} must not hold NUL or half of a surrogate pair`);
  }
}

/** A key's name is for people: one short line, or nothing. */
export function checkKeyName(name: string): void {
  if (name === '') return;
  if (name.trim() === '' || name.length > 100 || /[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new StoreFailure('name must be 1 to 100 printable characters, not all of them blank');
  }
}

/** Teams go by any short text, so that ids of another system can be kept. */
export function checkTeamId(member: string, id: string): void {
  if (id === '' || id.length > 80 || /[\p{Cc}\p{Surrogate}]/u.test(id)) {
    throw new StoreFailure(`${member} must be 1 to 80 characters, none of them a control character`);
  }
}
