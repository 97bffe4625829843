import { hasModifier, isTyping, type KeyPress, matchesChord } from '#components/ui/shortcut.ts'
import { type Action, isEnabled } from './action.ts'

export type ShortcutMatch =
  | { readonly kind: 'perform'; readonly action: Action }
  /** The beginning of a sequence such as `g r`. */
  | { readonly kind: 'wait' }
  /** The shortcut of an action that cannot be done now: the key does nothing, and the browser does not get it either. */
  | { readonly kind: 'unavailable' }
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
  let other: ShortcutMatch = { kind: 'none' }
  for (const action of actions.toReversed()) {
    if (!action.shortcut || action.native) continue
    if (inTextField && (isTyping(action.shortcut) || action.yieldsToText)) continue
    const [first = '', second] = action.shortcut.split(' ')
    const begins = second !== undefined && pending !== first
    const chord = second === undefined || begins ? first : second
    if ((second === undefined && pending !== null) || !matchesChord(chord, press, apple)) continue
    const isPossible = isEnabled(action) && !(press.repeat && action.oncePerPress)
    if (begins) {
      if (isPossible) other = { kind: 'wait' }
    } else if (isPossible) return { kind: 'perform', action }
    else if (other.kind === 'none') other = { kind: 'unavailable' }
  }
  return other
}

/**
 * True for the chord of any action, wherever it works: Ctrl+D must not set a bookmark because the focus is beside the
 * canvas, nor Ctrl+Z undo the browser's own typing because a dialog is open. Keys without a modifier, and what text
 * fields and the browser's clipboard use, are left to where they are pressed.
 */
export function isReserved({ actions, press, apple, inTextField }: Omit<Situation, 'pending'>): boolean {
  if (inTextField) return false
  return actions.some(
    ({ shortcut, native }) =>
      shortcut !== undefined && !native && hasModifier(shortcut) && matchesChord(shortcut, press, apple),
  )
}
