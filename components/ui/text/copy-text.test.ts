import { beforeEach, expect, it, vi } from 'vitest'
import { useToastStore } from '../overlay/toast-store.ts'
import { copyText } from './copy-text.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  useToastStore.setState({ toasts: [] })
})

const said = () => useToastStore.getState().toasts.map(({ title }) => title)

it('puts a text on the clipboard', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  expect(await copyText('a link')).toBe(true)
  expect([copied, said()]).toEqual([['a link'], []])
})

it.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } }],
  ['has none', {}],
])('says so where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await copyText('a link')).toBe(false)
  expect(said()).toEqual(['The browser blocked copying'])
})
