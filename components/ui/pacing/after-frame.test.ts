import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: Map<number, () => void>
beforeEach(() => {
  frames = new Map()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (perform: () => void) => frames.set(frames.size + 1, perform).size)
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const paint = () => {
  for (const [frame, perform] of frames) {
    frames.delete(frame)
    perform()
  }
}

test('performs once after the frame', () => {
  const perform = vi.fn()
  afterFrame(perform)
  paint()
  vi.runAllTimers()
  expect(perform).toHaveBeenCalledTimes(1)
})

test('performs once where the frame comes late, or never', () => {
  const perform = vi.fn()
  afterFrame(perform)
  vi.runAllTimers()
  paint()
  vi.runAllTimers()
  expect(perform).toHaveBeenCalledTimes(1)
})

test('performs nothing once it is cancelled, before or after the frame', () => {
  const perform = vi.fn()
  afterFrame(perform)()
  const cancel = afterFrame(perform)
  paint()
  cancel()
  vi.runAllTimers()
  expect(perform).not.toHaveBeenCalled()
})
