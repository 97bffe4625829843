import type { RefObject } from 'react'

/** Once the form shows the answer that was given, that has the focus: Enter sends it. */
export function focusAnswer(form: RefObject<HTMLFormElement | null>): void {
  queueMicrotask(() => form.current?.querySelector<HTMLElement>('[data-decision] input:checked')?.focus())
}
