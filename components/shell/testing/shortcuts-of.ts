import type { KeyPress } from '#components/ui/controls/shortcut.ts'
import { type Action, type ActionScope, actionsIn, isEnabled, pageScopes } from '../actions/action.ts'

const scopes: readonly (ActionScope | null)[] = [null, 'dialog', ...pageScopes]

/** Pairs of enabled actions that one key press, somewhere on the page, could mean alike. */
export function shortcutClashes(actions: readonly Action[]): readonly string[] {
  const found = new Set<string>()
  for (const scope of scopes) {
    const inScope = actionsIn(actions.filter(isEnabled), scope).filter(({ shortcut }) => shortcut !== undefined)
    for (const [at, one] of inScope.entries()) {
      for (const other of inScope.slice(at + 1)) {
        if (clash(one.shortcut ?? '', other.shortcut ?? '')) found.add(`${one.id} and ${other.id}: ${one.shortcut}`)
      }
    }
  }
  return [...found]
}

/** The same keys, or the one begins the sequence of the other. */
function clash(one: string, other: string): boolean {
  const [a, b] = [chordsOf(one), chordsOf(other)]
  return [...Array(Math.min(a.length, b.length)).keys()].every((index) => a[index] === b[index])
}

const chordsOf = (shortcut: string): string[] =>
  shortcut.split(' ').map((chord) => chord.split('+').toSorted().join('+'))

/** The key presses that a keyboard makes of a shortcut. */
export function pressesOf(shortcut: string, apple: boolean): readonly KeyPress[] {
  return shortcut.split(' ').map((chord) => {
    const held = new Set(chord.split('+').slice(0, -1))
    const name = chord.split('+').at(-1) ?? ''
    const sign = name === 'space' ? ' ' : name === 'plus' ? '+' : name
    return {
      key: held.has('shift') ? sign.toUpperCase() : sign,
      ctrlKey: held.has('ctrl') || (held.has('mod') && !apple),
      metaKey: held.has('mod') && apple,
      altKey: held.has('alt'),
      shiftKey: held.has('shift') || name === '?',
    }
  })
}
