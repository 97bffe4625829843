import { expect, it } from 'vitest'
import { createViewStore } from './view-store.ts'

it('what is under the canvas is closed at first', () => {
  const view = createViewStore()
  view.roomForDock(true)
  expect(view.store.getState().dockOpen).toBe(false)
})

it('what was left open is open where there is room, until somebody opens or closes it', () => {
  const view = createViewStore({ dockOpen: true, dockTab: 'outline' })
  const isOpen = () => view.store.getState().dockOpen
  expect(view.store.getState()).toMatchObject({ dockOpen: true, dockTab: 'outline' })
  view.roomForDock(false)
  expect(isOpen()).toBe(false)
  view.roomForDock(true)
  expect(isOpen()).toBe(true)
  view.toggleDock()
  view.roomForDock(true)
  expect(isOpen()).toBe(false)
  view.openDock('outline')
  view.roomForDock(false)
  expect(isOpen()).toBe(true)
})

it.each(['goToPanel', 'showText', 'returnTo'] as const)('%s opens it, however little room there is', (ask) => {
  const view = createViewStore()
  view.roomForDock(false)
  view.comeFrom('outline')
  if (ask === 'goToPanel') view.goToPanel('problems')
  else if (ask === 'showText') view.showText({ start: 0, end: 1 })
  else view.returnTo('Score')
  view.roomForDock(false)
  expect(view.store.getState().dockOpen).toBe(true)
})
