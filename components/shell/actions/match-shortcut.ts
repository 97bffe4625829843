import { hasModifier, isTyping, type KeyPress, matchesChord } from '#components/ui/controls/shortcut.ts'
import { type Action, isEnabled } from './action.ts'

export type ShortcutMatch =
  | { readonly kind: 'perform'; readonly action: Action }
  /** The press is the beginning of a sequence such as `g r`. */
  | { readonly kind: 'wait' }
  /** The press belongs to a disabled action: it does nothing, and the browser does not get it either. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'none' }

export interface ShortcutContext {
  readonly actions: readonly Action[]
  readonly press: KeyPress
  /** The first key of a sequence, pressed a moment ago. */
  readonly pending: string | null
  readonly apple: boolean
  /** A text field has the focus: only chords with a modifier count. */
  readonly inTextField: boolean
}

/** The meaning of a key press. Later actions win, so that a page may override a key of the shell. */
export function matchShortcut({ actions, press, pending, apple, inTextField }: ShortcutContext): ShortcutMatch {
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
 * True for the chord of any action, in every scope: Ctrl+D must not set a bookmark because the focus is beside the
 * canvas, nor Ctrl+Z undo the browser's own typing because a dialog is open. Excluded are keys without a modifier, and
 * keys that text fields and the browser's clipboard use.
 */
export function isReserved({ actions, press, apple, inTextField }: Omit<ShortcutContext, 'pending'>): boolean {
  if (inTextField) return false
  return actions.some(
    ({ shortcut, native }) =>
      shortcut !== undefined && !native && hasModifier(shortcut) && matchesChord(shortcut, press, apple),
  )
}
