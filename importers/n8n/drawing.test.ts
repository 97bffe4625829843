import { expect, it } from 'vitest'
import { convertN8n } from './convert-n8n.ts'
import { act, connect, reported, start } from './testing/flows.ts'

const at = (name: string, position: readonly number[] | string) => ({ ...(act(name) as object), position }) as never
const text = (...nodes: readonly never[]) => {
  const names = nodes.map(({ name }: { name: string }) => `Start>${name}`)
  const converted = convertN8n({ nodes: [start, ...nodes], connections: connect(...names) })
  if (!converted.ok) throw new Error(converted.message)
  return { layout: converted.text.split('layout:\n')[1], notes: converted.notes }
}

it('steps stand as they stood, turned to read from top to bottom', () => {
  const { layout, notes } = text(at('A', [200, 100]), at('B', [420, 0]), at('C', [420, 200]))
  expect(layout).toBe('  A: [140, 0]\n  B: [0, 132]\n  C: [280, 132]\n')
  expect(reported(notes)).toContain('changed The drawing')
})

it('what stands on each other, too far away or nowhere is arranged anew', () => {
  for (const nodes of [
    [at('A', [0, 0]), at('B', [0, 0])],
    [at('A', [0, 0]), at('B', 'somewhere')],
    [at('A', [0, 0]), at('B', [1e9, 0])],
  ]) {
    const { layout, notes } = text(...nodes)
    expect(layout).toBeUndefined()
    expect(reported(notes)).toContain('lost The drawing')
  }
  const { notes } = text(at('A', 'nowhere'), at('B', [1]))
  expect(reported(notes).join()).not.toContain('The drawing')
})
