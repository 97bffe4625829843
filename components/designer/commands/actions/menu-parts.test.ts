import { expect, it } from 'vitest'
import { canvasMenu, itemsInParts, outlineMenu } from './menu-parts.ts'

it('whatever the menu of the canvas offers, that of the outline offers too', () => {
  const offered = new Set(outlineMenu.flat())
  expect(canvasMenu.flat().filter((id) => !offered.has(id))).toEqual([])
  expect(offered).toContain('designer.move.up')
})

it('a menu shows what can be done, or why not, with a line between one part and the next', () => {
  const item = (id: string, more = {}) => ({ id, label: id, onSelect() {}, ...more })
  const items = itemsInParts(
    [
      item('a'),
      item('b', { disabled: true }),
      item('c', { disabled: true, why: 'Select two.' }),
      item('designer.remove'),
    ],
    [['a', 'b', 'c'], ['designer.remove']],
  )
  expect(items.map(({ id, separated, danger }) => [id, separated, danger])).toEqual([
    ['a', false, false],
    ['c', false, false],
    ['designer.remove', true, true],
  ])
})
