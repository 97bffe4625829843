import { describe, expect, it } from 'vitest'
import { type Action, actionsIn, groupActions, pageFirst, sheetLines } from './action.ts'
import { isReserved, matchShortcut, type ShortcutContext } from './match-shortcut.ts'

const action = (id: string, shortcut?: string, more: Partial<Action> = {}): Action => ({
  id,
  label: id,
  group: 'Go to',
  perform: () => undefined,
  ...(shortcut ? { shortcut } : {}),
  ...more,
})
const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })
const match = (actions: Action[], press: string, more: Partial<ShortcutContext> = {}) =>
  matchShortcut({ actions, press: key(press), pending: null, apple: false, inTextField: false, ...more })

describe('matchShortcut', () => {
  const runs = action('runs', 'g r')
  const approve = action('approve', 'a')

  it('performs a single key at once', () => {
    expect(match([runs, approve], 'a')).toEqual({ kind: 'perform', action: approve })
  })

  it('waits for the second key of a sequence, then performs it', () => {
    expect(match([runs], 'g')).toEqual({ kind: 'wait' })
    expect(match([runs], 'r', { pending: 'g' })).toEqual({ kind: 'perform', action: runs })
    expect(match([runs], 'r')).toEqual({ kind: 'none' })
    expect(match([runs, action('other', 'r')], 'x', { pending: 'g' })).toEqual({ kind: 'none' })
  })

  it('does not take letters from somebody who is typing', () => {
    const save = action('save', 'mod+s')
    expect(match([approve], 'a', { inTextField: true })).toEqual({ kind: 'none' })
    expect(match([save], 's', { inTextField: true, press: { ...key('s'), ctrlKey: true } })).toMatchObject({
      kind: 'perform',
    })
  })

  it('leaves the keys of the browser and of text fields to them', () => {
    const pressed = { press: { ...key('c'), ctrlKey: true } }
    expect(match([action('copy', 'mod+c', { native: true })], 'c', pressed)).toEqual({ kind: 'none' })
    const all = action('all', 'mod+c', { yieldsToText: true })
    expect(match([all], 'c', pressed)).toMatchObject({ kind: 'perform' })
    expect(match([all], 'c', { ...pressed, inTextField: true })).toEqual({ kind: 'none' })
  })

  it('lets the page take a key from the shell, and skips what is not enabled', () => {
    const page = action('page', 'a')
    expect(match([approve, page], 'a')).toEqual({ kind: 'perform', action: page })
    expect(match([approve, { ...page, enabled: false }], 'a')).toEqual({ kind: 'perform', action: approve })
    expect(match([action('silent')], 'a')).toEqual({ kind: 'none' })
  })

  it('keeps the key of an action that cannot be done now from the browser', () => {
    const pressed = { press: { ...key('z'), ctrlKey: true } }
    const undo = action('undo', 'mod+z', { enabled: false })
    expect(match([undo], 'z', pressed)).toEqual({ kind: 'unavailable' })
    expect(match([undo], 'z', { ...pressed, inTextField: true })).toEqual({ kind: 'unavailable' })
    expect(match([{ ...undo, yieldsToText: true }], 'z', { ...pressed, inTextField: true })).toEqual({ kind: 'none' })
    expect(match([{ ...undo, native: true }], 'z', pressed)).toEqual({ kind: 'none' })
    const held = { press: { ...key('a'), repeat: true } }
    expect(match([action('once', 'a', { oncePerPress: true })], 'a', held)).toEqual({ kind: 'unavailable' })
    const sequence = action('runs', 'g r', { enabled: false })
    expect(match([sequence], 'g')).toEqual({ kind: 'none' })
    expect(match([sequence], 'r', { pending: 'g' })).toEqual({ kind: 'unavailable' })
  })

  it('reserves chords with a modifier of every action on the page, but none that a text field uses', () => {
    const actions = [action('duplicate', 'mod+d', { scope: 'canvas' }), action('copy', 'mod+c', { native: true })]
    const isHeld = (name: string, inTextField = false) =>
      isReserved({ actions, press: { ...key(name), ctrlKey: true }, apple: false, inTextField })
    expect(['d', 'c', 'p'].map((name) => isHeld(name))).toEqual([true, false, false])
    expect(isHeld('d', true)).toBe(false)
  })
})

it('puts actions under their headings in order of appearance', () => {
  const groups = groupActions([action('a'), action('b', undefined, { group: 'Run' }), action('c')])
  expect(groups.map(({ group, actions }) => [group, actions.map(({ id }) => id)])).toEqual([
    ['Go to', ['a', 'c']],
    ['Run', ['b']],
  ])
})

it('offers the keys of a part of the page beside those of the page, and of a dialog alone', () => {
  const actions = [
    action('page', 'a'),
    action('canvas', 'a', { scope: 'canvas' }),
    action('dialog', 'a', { scope: 'dialog' }),
  ]
  const ids = (scope: Parameters<typeof actionsIn>[1]) => actionsIn(actions, scope).map(({ id }) => id)
  expect(ids(null)).toEqual(['page'])
  expect(ids('canvas')).toEqual(['page', 'canvas'])
  expect(ids('outline')).toEqual(['page'])
  expect(ids('dialog')).toEqual(['dialog'])
})

it('shows the keys of one name or one family in one line of the sheet', () => {
  const lines = sheetLines([
    action('up', 'arrowup', { family: 'Walk' }),
    action('silent'),
    action('down', 'arrowdown', { family: 'Walk' }),
    action('remove', 'delete', { label: 'Delete' }),
    action('remove too', 'backspace', { label: 'Delete' }),
  ])
  expect(lines).toEqual([
    { label: 'Walk', shortcuts: ['arrowup', 'arrowdown'] },
    { label: 'Delete', shortcuts: ['delete', 'backspace'] },
  ])
})

it('puts what only this page can do before what every page can', () => {
  const actions = [
    action('go'),
    action('theme', undefined, { group: 'General' }),
    action('step', 's', { group: 'Steps' }),
  ]
  expect(pageFirst(actions).map(({ id }) => id)).toEqual(['step', 'go', 'theme'])
})
