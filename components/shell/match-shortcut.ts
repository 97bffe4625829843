import { isTyping, type KeyPress, matchesChord } from '#components/ui/shortcut.ts'
import { type Action, isEnabled } from './action.ts'

export type ShortcutMatch =
  | { readonly kind: 'perform'; readonly action: Action }
  /** The beginning of a sequence such as `g r`. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'none' }

export interface Situation {
  readonly actions: readonly Action[]
  readonly press: KeyPress
  /** The first key of a sequence, pressed a moment ago. */
  readonly pending: string | null
  readonly apple: boolean
  /** A text field has the focus: only chords with a modifier count. */
  readonly inTextField: boolean
}

/** What a key press means. Later actions win, so that a page may take a key from the shell. */
export function matchShortcut({ actions, press, pending, apple, inTextField }: Situation): ShortcutMatch {
  let wait = false
  for (const action of actions.toReversed()) {
    if (!action.shortcut || action.native || !isEnabled(action)) continue
    if (inTextField && (isTyping(action.shortcut) || action.yieldsToText)) continue
    if (press.repeat && action.oncePerPress) continue
    const [first = '', second] = action.shortcut.split(' ')
    if (second === undefined) {
      if (pending === null && matchesChord(first, press, apple)) return { kind: 'perform', action }
    } else if (pending === first) {
      if (matchesChord(second, press, apple)) return { kind: 'perform', action }
    } else if (matchesChord(first, press, apple)) {
      wait = true
    }
  }
  return wait ? { kind: 'wait' } : { kind: 'none' }
}
