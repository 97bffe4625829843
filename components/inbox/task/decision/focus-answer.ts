import type { RefObject } from 'react'

/** Moves the focus to the given answer once the form shows it: Enter sends it. */
export function focusAnswer(form: RefObject<HTMLFormElement | null>): void {
  queueMicrotask(() => form.current?.querySelector<HTMLElement>('[data-decision] input:checked')?.focus())
}
