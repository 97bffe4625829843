import { describe, expect, test } from 'vitest'
import { type Action, actionsIn, isEnabled } from '#components/shell/actions/action.ts'
import { matchShortcut } from '#components/shell/actions/match-shortcut.ts'
import { shellActions } from '#components/shell/actions/shell-actions.ts'
import { pressesOf, shortcutClashes } from '#components/shell/testing/shortcuts-of.ts'
import { Session } from '../../model/session.ts'
import { quietPorts } from '../../model/testing/quiet-ports.ts'
import type { ActionContext } from './action-context.ts'
import { designerActions } from './designer-actions.ts'
import { outlineActions } from './outline-actions.ts'

const session = new Session(
  'Loan',
  { text: 'workflow_type: Loan\nsteps: []\n', revision: 1, updatedBy: 'local', updatedAt: '2026-01-01T00:00:00.000Z' },
  quietPorts,
)

/** What is selected comes before what the keyboard is on. */
const annotationsWith = (selected: number): readonly ActionContext['annotation'][] =>
  selected > 0 ? [null] : [null, 'note', 'group']

const goTo = () => undefined

/** Every combination of what decides which actions there are. */
const situations: readonly ActionContext[] = [undefined, 'moving A'].flatMap((undoes) =>
  [undefined, 'moving A'].flatMap((redoes) =>
    [true, false].flatMap((broken) =>
      [true, false].flatMap((empty) =>
        [0, 1, 2].flatMap((steps) =>
          [0, 1].flatMap((edges) =>
            annotationsWith(steps + edges).map((annotation) => ({
              ...{ undoes, redoes, broken, empty, steps, edges, annotation, pinned: edges === 1 },
              ...{ notOwn: edges === 1 ? 'no' : undefined },
              ...{ notes: annotation === 'note' ? 1 : 0 },
              ...{ annotations: annotation !== null || !empty, groups: steps === 1 || annotation === 'group' ? 1 : 0 },
              ...{
                noted: edges === 1,
                values: steps === 1,
                repair: broken ? 'Remove it' : undefined,
                opens: 'LOOP',
                versions: !empty,
                goTo,
              },
              edge: steps === 0 && edges === 1 ? 'route' : null,
              moves: { up: steps === 0 && edges === 1, down: steps === 0 && edges === 1 },
            })),
          ),
        ),
      ),
    ),
  ),
)
const allIn = (context: ActionContext): readonly Action[] => [
  ...shellActions(() => undefined),
  ...designerActions(session, context),
  ...outlineActions({ go: () => undefined, toggle: () => undefined, fields: () => undefined, fold: () => undefined }),
]
const plain: ActionContext = {
  ...{
    undoes: 'x',
    redoes: 'x',
    broken: false,
    empty: false,
    steps: 1,
    edges: 0,
    notes: 0,
    notOwn: undefined,
    pinned: false,
  },
  ...{ annotations: true, annotation: null, groups: 1, noted: false, values: true },
  ...{ edge: null, moves: { up: false, down: false }, repair: 'Remove it', opens: 'LOOP', versions: true, goTo },
}
const everything = allIn(plain)
const forSeveral = allIn({ ...plain, steps: 3 })
const onGroup = allIn({ ...plain, steps: 0, annotation: 'group' })
const onRoute = allIn({ ...plain, steps: 0, edges: 1, edge: 'route', moves: { up: true, down: true } })
/** The keys that Heddle takes, each where it is enabled. Native ones are the browser's. */
const keys = [everything, forSeveral, onGroup, onRoute].flatMap((actions) =>
  actions.flatMap((action) =>
    action.shortcut === undefined || action.native || !isEnabled(action)
      ? []
      : [[action.shortcut, action, actions] as const],
  ),
)

/** Browsers keep these to themselves, whatever a page says. */
const reserved = ['mod+n', 'mod+t', 'mod+w', 'mod+q', 'mod+shift+n', 'mod+shift+t', 'mod+shift+w', 'mod+shift+p']

describe('the actions of the designer', () => {
  test('no two that are enabled at once have the same shortcut where they work', () => {
    const clashes = new Set(situations.flatMap((context) => shortcutClashes(allIn(context))))
    expect([...clashes]).toEqual([])
  })

  test('have ids of their own', () => {
    for (const context of situations) {
      const ids = allIn(context).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('have no shortcut that the browser keeps', () => {
    expect(everything.filter(({ shortcut }) => reserved.includes(shortcut ?? ''))).toEqual([])
  })

  test.each(keys)('%s does what it says, on either keyboard', (shortcut, action, all) => {
    for (const apple of [true, false]) {
      let pending: string | null = null
      const performed = pressesOf(shortcut, apple).map((press) => {
        const actions = actionsIn(all, action.scope ?? null)
        const match = matchShortcut({ actions, press, pending, apple, inTextField: false })
        pending = match.kind === 'wait' ? press.key : null
        return match.kind === 'perform' ? match.action.id : match.kind
      })
      expect(performed.at(-1)).toBe(action.id)
    }
  })

  test('delete once, however long the key is held down', () => {
    for (const key of ['Delete', 'Backspace']) {
      const press = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
      const actions = allIn({ ...plain, steps: 1 })
      const match = (repeat: boolean) =>
        matchShortcut({ actions, press: { ...press, repeat }, pending: null, apple: false, inTextField: false }).kind
      expect(match(false)).toBe('perform')
      expect(match(true)).toBe('unavailable')
    }
  })

  test('leave a page that is being drawn alone where they only move what is looked at', () => {
    const ids = everything.filter((action) => action.movesOnlyTheView === true).map(({ id }) => id)
    expect([...new Set(ids)]).toEqual(['designer.fit', 'designer.zoomIn', 'designer.zoomOut', 'designer.zoomActual'])
  })

  test('say what they do in words of their own, but for two keys that do the same', () => {
    const labels = everything.filter(isEnabled).map(({ label, perform }) => ({ label, perform }))
    const twice = labels.filter(
      ({ label, perform }) => labels.filter((other) => other.label === label && other.perform !== perform).length > 0,
    )
    expect(twice).toEqual([])
  })
})
