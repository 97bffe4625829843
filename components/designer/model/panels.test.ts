import { expect, it } from 'vitest'
import { readPanels, usualPanels } from './panels.ts'

it('panels are as they were left, within their bounds', () => {
  expect(readPanels(null)).toEqual(usualPanels)
  const left = { fieldsWidth: 420, dockHeight: 300, dockOpen: true, dockTab: 'outline' }
  expect(readPanels(JSON.stringify(left))).toEqual(left)
  expect(readPanels('{"fieldsWidth": 20, "dockHeight": 9000}')).toMatchObject({ fieldsWidth: 280, dockHeight: 640 })
})

it('a stored text that says nothing sensible gives the usual panels', () => {
  for (const text of ['', '{', 'null', '7', '{"dockTab": "fields", "dockOpen": 1, "fieldsWidth": "wide"}']) {
    expect(readPanels(text), text).toEqual(usualPanels)
  }
})
