import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlFlow } from '#core/definition/control-flow.ts'
import { parse } from '#core/definition/parse.ts'
import { applySplices, invertSplices } from '#core/definition/text/splice.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from './apply-edit.ts'
import { compile } from './compile.ts'
import { decompile } from './decompile.ts'
import type { Edit, EditDone } from './edit.ts'
import { edgeId, edgeRef, type Graph, type GraphEdge } from './graph.ts'
import { chooseEdit } from './testing/arbitrary-edit.ts'
import { arbitraryStyle } from './testing/arbitrary-json.ts'
import { arbitraryWorkflowText } from './testing/arbitrary-workflow.ts'
import { changes } from './testing/edit-text.ts'
import { chooseFrom } from './testing/styled-text.ts'

const runs = { numRuns: samples(50, 200) }

function read(text: string): { graph: Graph; roots: readonly string[]; names: readonly string[] } {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error(`Not readable:\n${text}`)
  const names = definition.steps.map((step) => step.name)
  return { graph: decompile(definition, layout), roots: controlFlow(definition).roots, names }
}

/** Runs a property over edits that are done; refusals may only be those that a person can understand. */
function forEveryEdit(holds: (text: string, edit: Edit, result: EditDone) => void): void {
  fc.assert(
    fc.property(arbitraryWorkflowText, arbitraryStyle, (text, numbers) => {
      const edit = chooseEdit(read(text).graph, chooseFrom(numbers))
      if (edit === null) return
      const result = applyEdit(text, edit)
      if (result.ok) holds(text, edit, result)
      else if (edit.type === 'set_note') expect(result.code).toBe('not_expressible')
      else expect(['not_allowed', 'edge_missing']).toContain(result.code)
    }),
    runs,
  )
}

describe('whatever the workflow and its text', () => {
  it('compiling what was decompiled gives the definition and its layout', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, (text) => {
        const { definition, layout } = parse(text)
        if (definition === null) throw new Error(text)
        expect(compile(decompile(definition, layout))).toEqual({ definition, layout, problems: [] })
      }),
      runs,
    )
  })

  it('an edit changes its own edges and no others, and no roots', () => {
    forEveryEdit((text, edit, result) => {
      const [before, after] = [read(text), read(result.text)]
      const gone = missing(before.graph, after.graph)
      const come = missing(after.graph, before.graph)
      const own = ownEdges(edit, result.created)
      // A normal edge that a route now says as well is not drawn twice.
      const kept = gone.filter((edge) => !come.some((other) => other.kind === 'route' && sameEnds(edge, other)))
      expect(kept.filter((edge) => !own(edge))).toEqual([])
      expect(come.filter((edge) => !own(edge) && !isBridge(edit, before.graph, edge))).toEqual([])
      expect(strangeRoots(edit, before, after, result.created)).toEqual([])
    })
  })

  it('the splices are the edit, in order and apart, and lead back', () => {
    forEveryEdit((text, _, { splices, text: after }) => {
      expect(applySplices(text, splices)).toBe(after)
      expect(applySplices(after, invertSplices(text, splices))).toBe(text)
      for (const [index, splice] of splices.entries()) {
        expect(splice.start).toBeGreaterThanOrEqual(splices[index - 1]?.end ?? 0)
        expect(splice.end).toBeGreaterThanOrEqual(splice.start)
      }
    })
  })

  it('a field edit changes only the lines of the field', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, fc.nat(), fc.nat(999), (text, which, seconds) => {
        const { names } = read(text)
        const step = names[which % names.length] as string
        const set = applyEdit(text, { type: 'set_field', step, path: ['timeout_seconds'], value: seconds + 1 })
        if (!set.ok) throw new Error(set.message)
        const lines = beyondCommas(changes(text, set.text))
        expect(lines.filter((line) => line.startsWith('+')).length).toBeLessThanOrEqual(1)
        expect(lines.filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(1)
        for (const line of lines) expect(line).toMatch(/timeout_seconds|\{.*\}/)
        if (text.includes('timeout_seconds')) return
        const removed = applyEdit(set.text, { type: 'set_field', step, path: ['timeout_seconds'] })
        expect(removed.ok && removed.text).toBe(text)
      }),
      runs,
    )
  })

  it('adding and removing a step leaves every line of the others', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, (text) => {
        const added = applyEdit(text, { type: 'add_step', step: { type: 'WAIT', name: 'Fresh_One' } })
        if (!added.ok) throw new Error(added.message)
        const taken = beyondCommas(changes(text, added.text)).filter((line) => line.startsWith('-'))
        for (const line of taken) expect(line).toMatch(/\{.*\}|\[.*\]/)
        const removed = applyEdit(added.text, { type: 'remove_steps', steps: ['Fresh_One'] })
        expect(removed.ok).toBe(true)
      }),
      runs,
    )
  })

  it('moving a node touches only its line of the layout', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, (text) => {
        const [step = ''] = read(text).names
        const moved = applyEdit(text, { type: 'move', positions: { [step]: { x: 12_345, y: -54_321 } } })
        if (!moved.ok) throw new Error(moved.message)
        for (const line of beyondCommas(changes(text, moved.text))) {
          if (line.trim() !== '+') expect(line).toMatch(/layout|\d/)
        }
        expect(moved.text.replaceAll(/\s/g, '').length - text.replaceAll(/\s/g, '').length).toBeLessThan(
          step.length + 40,
        )
      }),
      runs,
    )
  })

  it('edits of any text never throw', () => {
    const edits: Edit[] = [
      { type: 'add_step', step: { type: 'WAIT' }, position: { x: 0, y: 0 } },
      { type: 'remove_steps', steps: ['A', 'Step_1'] },
      { type: 'rename_step', step: 'A', name: '' },
      { type: 'set_field', step: 'Step_1', path: ['a', 0, 'b'], value: [{}] },
      { type: 'connect', from: 'A', to: 'Step_1', kind: 'normal' },
      { type: 'duplicate_steps', steps: ['A'] },
      { type: 'paste_steps', fragment: 'steps: [{name: A}]' },
    ]
    const scraps = fc.constantFrom(
      'a: ',
      'steps:\n',
      '  - ',
      '- name: A\n',
      '{',
      ']',
      '&x ',
      '*x',
      '? ',
      ': ',
      '"',
      '|\n',
      '\n',
      '#',
      '---\n',
      '\t',
      'name: A',
      'layout: {A: [0, .nan]}\n',
    )
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 9 }), fc.constantFrom(...edits), (parts, edit) => {
        const text = parts.join('')
        const result = applyEdit(text, edit)
        if (result.ok) expect(applySplices(text, result.splices)).toBe(result.text)
        else expect(result.message).toMatch(/\S.*[.!?:]|\w/)
      }),
      { numRuns: samples(500, 2_000) },
    )
  })
})

/** Without the lines that only get a comma: those above a new one in a list or map of several lines in brackets. */
function beyondCommas(lines: readonly string[]): readonly string[] {
  const got = new Set(lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)))
  const lost = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)))
  return lines.filter((line) => {
    const rest = line.slice(1)
    return line.startsWith('-') ? !got.has(`${rest},`) : !lost.has(rest.replace(/,$/, ''))
  })
}

function missing(from: Graph, in_: Graph): GraphEdge[] {
  const there = new Set(in_.edges.map((edge) => edge.id))
  return from.edges.filter((edge) => !there.has(edge.id))
}

function sameEnds(one: GraphEdge, other: GraphEdge): boolean {
  return one.source === other.source && one.target === other.target
}

/** Is an edge one that the edit may draw or take away? */
function ownEdges(edit: Edit, created: readonly string[]): (edge: GraphEdge) => boolean {
  const is = (id: string) => (edge: GraphEdge) => edge.id === id
  const isTaking = (name: string) => created.some((made) => name.startsWith(`${made}_result`))
  const isNew = (edge: GraphEdge) => created.includes(edge.source) || created.includes(edge.target)
  switch (edit.type) {
    case 'add_step':
      return (edge) => edge.source === edit.connect?.from && created.includes(edge.target)
    case 'insert_on_edge':
      return (edge) => isNew(edge) || is(edgeId(edit.edge))(edge)
    case 'remove_steps':
      return (edge) => edit.steps.includes(edge.source) || edit.steps.includes(edge.target)
    case 'rename_step':
      return (edge) => [edit.step, edit.name].some((name) => edge.source === name || edge.target === name)
    case 'connect':
      return is(edgeId(edit))
    case 'disconnect':
      return is(edgeId(edit.edge))
    case 'reconnect': {
      const { from, to, kind } = { ...edit.edge, ...edit, kind: edit.edge.kind }
      return (edge) => is(edgeId(edit.edge))(edge) || is(edgeId({ from, to, kind }))(edge)
    }
    case 'set_field':
      if (edit.path[0] === 'dependencies') return (edge) => edge.target === edit.step && edge.kind === 'normal'
      return (edge) => edit.path[0] === 'next' && edge.source === edit.step
    case 'set_route_target':
      return (edge) => edge.source === edit.step && edge.kind === 'route'
    case 'change_type':
      return (edge) => edge.source === edit.step
    case 'extract_steps':
      return (edge) =>
        isNew(edge) || [edge.source, edge.target].some((name) => edit.steps.includes(name) || isTaking(name))
    case 'paste_steps':
    case 'duplicate_steps':
      return (edge) => created.includes(edge.source)
    default:
      return () => false
  }
}

/** With a bridge, a new edge leads from what was before the removed steps to what was behind them. */
function isBridge(edit: Edit, before: Graph, edge: GraphEdge): boolean {
  if (edit.type !== 'remove_steps' || edit.bridge !== true) return false
  const { steps } = edit
  const leadsIn = before.edges.some((other) => other.source === edge.source && steps.includes(other.target))
  return leadsIn && before.edges.some((other) => steps.includes(other.source) && other.target === edge.target)
}

interface Reading {
  readonly roots: readonly string[]
  readonly names: readonly string[]
}

/** Roots that came or went without being the edit's business. The first step is a root by its place. */
function strangeRoots(edit: Edit, before: Reading, after: Reading, created: readonly string[]): string[] {
  const now = (name: string) => (edit.type === 'rename_step' && name === edit.step ? edit.name : name)
  const old = before.roots.map(now)
  const gone = old.filter((name) => !after.roots.includes(name) && after.names.includes(name))
  const come = after.roots.filter((name) => !old.includes(name) && name !== after.names[0] && !created.includes(name))
  const decided = (name: string) =>
    (edit.type === 'connect' && name === edit.to) ||
    (edit.type === 'set_field' && edit.path[0] === 'dependencies' && name === edit.step)
  return [...gone, ...come].filter((name) => !decided(name))
}

describe('the id of an edge', () => {
  it('is the same for the same ends and kind', () => {
    const edge = { id: 'x', source: 'A', target: 'B', kind: 'route', back: false } as const
    expect(edgeId(edgeRef(edge))).toBe(edgeId({ from: 'A', to: 'B', kind: 'route' }))
  })
})
