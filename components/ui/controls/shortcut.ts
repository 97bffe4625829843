/**
 * Shortcuts as text: chords joined by `+` (`mod+shift+z`; `mod` is ⌘ on Apple
 * keyboards and Ctrl elsewhere), sequences separated by a space (`g r`).
 */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** The key is held down, and this event is a repeat. */
  readonly repeat?: boolean
}

const appleSigns: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' }
const plainSigns: Readonly<Record<string, string>> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' }
const keySigns: Readonly<Record<string, string>> = {
  enter: '↵',
  escape: 'esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  space: 'Space',
  plus: '+',
}

export function formatShortcut(shortcut: string, apple: boolean): string {
  return shortcut
    .split(' ')
    .map((chord) => {
      const parts = chord.split('+')
      const key = parts.pop() ?? ''
      const signs = apple ? appleSigns : plainSigns
      const modifiers = parts.map((part) => signs[part] ?? part)
      const sign = keySigns[key] ?? key.charAt(0).toUpperCase() + key.slice(1)
      return [...modifiers, sign].join(apple ? '' : '+')
    })
    .join(' ')
}

const anArrow = /^(.*?)(arrow(?:up|down|left|right))$/

/** Shortcuts as a list of keys: shortcuts that differ only in the arrow are joined, such as `Alt+↑↓←→`. */
export function formatShortcuts(shortcuts: readonly string[], apple: boolean): readonly string[] {
  const written = new Map<string, string>()
  for (const shortcut of shortcuts) {
    const [, held, arrow] = anArrow.exec(shortcut) ?? []
    const shown = formatShortcut(shortcut, apple)
    const key = held === undefined ? shortcut : `${held}arrow`
    const before = written.get(key)
    written.set(key, before === undefined || arrow === undefined ? shown : before + keySigns[arrow])
  }
  return [...written.values()]
}

/** Whether a key press matches one chord. Shift counts only where the chord names it or the key is a letter. */
export function matchesChord(chord: string, press: KeyPress, apple: boolean): boolean {
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  const wants = new Set(parts)
  const mod = apple ? press.metaKey : press.ctrlKey
  const otherMod = apple ? press.ctrlKey : press.metaKey
  const pressed = press.key === ' ' ? 'space' : press.key === '+' ? 'plus' : press.key.toLowerCase()
  const isLetter = pressed.length === 1 && pressed >= 'a' && pressed <= 'z'
  const shiftMatters = wants.has('shift') || isLetter || press.key.length > 1
  return (
    pressed === key &&
    mod === wants.has('mod') &&
    otherMod === wants.has('ctrl') &&
    press.altKey === wants.has('alt') &&
    (!shiftMatters || press.shiftKey === wants.has('shift'))
  )
}

/** Keys that a text field uses itself, with any modifier. */
const editingKeys = /\+(a|c|v|x|arrow(up|down|left|right)|home|end|backspace|delete)$/

/**
 * Whether a chord is text input while a text field has the focus: chords without a modifier, and chords that edit text.
 */
export function isTyping(chord: string): boolean {
  if (editingKeys.test(chord)) return true
  return !hasModifier(chord) && chord !== 'escape'
}

/** Whether a chord has a modifier. Shift alone produces another character and does not count. */
export const hasModifier = (chord: string): boolean => /(^|\+)(mod|ctrl|alt)\+/.test(chord)
