import type { DomElement } from './dom-types.ts';
import type { Kit } from './kit.ts';

export function wayToFill(this: Kit, field: DomElement): ReturnType<Kit['wayToFill']> {
  if (field.isContentEditable === true) return 'typed';
  const isText = field.localName === 'textarea';
  if (field.localName !== 'input' && !isText) return 'not_a_field';
  if (field.readOnly === true) return 'read_only';
  const type = field.type ?? 'text';
  const set = ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'];
  if (!isText && set.includes(type)) return 'set';
  const typed = ['text', 'password', 'email', 'number', 'search', 'tel', 'url'];
  return isText || typed.includes(type) ? 'typed' : 'not_a_field';
}

export function focusOn(this: Kit, element: DomElement): boolean {
  element.focus();
  const active = element.getRootNode().activeElement;
  if (active === null) return false;
  // Editable elements inside an editable one share the focus of the outermost. The body, which has the focus where
  // nothing else has, contains everything and so proves nothing.
  const sharesFocus = element.isContentEditable === true && active.isContentEditable === true;
  return active === element || element.contains(active) || (sharesFocus && active.contains(element));
}

export function focusToType(this: Kit, field: DomElement, clear: boolean): boolean {
  if (!this.focusOn(field)) return false;
  if (field.isContentEditable === true) {
    const range = this.window.document.createRange();
    range.selectNodeContents(field);
    if (!clear) range.collapse(false);
    const selection = this.window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return true;
  }
  if (clear) field.select?.();
  else if (field.type === 'number' || field.type === 'email') {
    // These two know no cursor positions; setting the value anew puts the cursor at its end.
    const value = field.value ?? '';
    field.value = '';
    field.value = value;
  } else field.setSelectionRange?.((field.value ?? '').length, (field.value ?? '').length);
  return true;
}
