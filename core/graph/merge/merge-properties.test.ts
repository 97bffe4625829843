import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from '../apply-edit.ts'
import { decompile } from '../decompile.ts'
import { chooseEdit } from '../testing/arbitrary-edit.ts'
import { arbitraryStyle } from '../testing/arbitrary-json.ts'
import { arbitraryWorkflowText } from '../testing/arbitrary-workflow.ts'
import { chooseFrom } from '../testing/styled-text.ts'
import { openSource } from '../text/source.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { renamedSteps } from './renamed-steps.ts'

const runs = { numRuns: samples(30, 120) }
type Values = Readonly<Record<string, unknown>>

/** What a text says, value by value: by step and key, and by key of the workflow. */
function sayings(text: string): ReadonlyMap<string, string> {
  const source = openSource(text)
  if (!source.ok) throw new Error(`${source.message}\n${text}`)
  const said = new Map<string, string>()
  const { steps, layout, ...header } = source.value as Values & { steps: readonly Values[]; layout?: Values }
  const say = (where: string, values: Values) => {
    for (const [key, value] of Object.entries(values)) said.set(`${where} ${key}`, JSON.stringify(value))
  }
  say('workflow', header)
  say('layout', layout ?? {})
  for (const { next: _n, dependencies: _d, ...step } of steps) say(`step ${step.name}`, step)
  return said
}

describe('whatever two people do to a draft', () => {
  it('each has what they did, or is told of it', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, arbitraryStyle, (from, own, other) => {
        const [mine, theirs] = [own, other].map((numbers) => randomlyEdited(from, numbers)) as [string, string]
        if (renames(from, mine) || renames(from, theirs)) return
        const { text, conflicts, placed } = mergeDrafts({ base: from, mine, theirs })
        const [before, after, said] = [sayings(from), sayings(text), { mine: sayings(mine), theirs: sayings(theirs) }]
        const isTold = (key: string, value: string) =>
          placed.some((name) => key === `layout ${name}`) ||
          // A place goes with its step.
          (key.startsWith('layout ') && !after.has(`${key.replace('layout', 'step')} name`)) ||
          // So does a way to a step that one took out and the other led to.
          conflicts.some(({ step, kind }) => kind === 'step' && value.includes(JSON.stringify(step))) ||
          conflicts.some(
            ({ step, kind, mine: a, theirs: b }) =>
              kind === 'name' || [step, a, b].some((name) => name !== null && key.includes(name)) || step === null,
          )
        for (const side of ['mine', 'theirs'] as const) {
          for (const [key, value] of said[side]) {
            if (before.get(key) === value || after.get(key) === value || isTold(key, value)) continue
            const other = said[side === 'mine' ? 'theirs' : 'mine']
            // Changed inside by the other one as well, or renamed by them: then it is merged further down.
            if (other.get(key) !== before.get(key)) continue
            throw new Error(
              `${side} lost ${key}: ${value}\n--- base\n${from}\n--- mine\n${mine}\n--- theirs\n${theirs}\n--- merged\n${text}`,
            )
          }
        }
      }),
      runs,
    )
  })

  it('taking mine for everything keeps all of mine, and the merge of a merge changes nothing', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, arbitraryStyle, (from, own, other) => {
        const [mine, theirs] = [own, other].map((numbers) => randomlyEdited(from, numbers)) as [string, string]
        const first = mergeDrafts({ base: from, mine, theirs })
        expect(mergeDrafts({ base: theirs, mine: first.text, theirs })).toMatchObject({
          text: first.text,
          conflicts: [],
        })
        const choices = Object.fromEntries(first.conflicts.map(({ id }) => [id, 'mine' as const]))
        const second = mergeDrafts({ base: from, mine, theirs }, choices)
        expect(second.conflicts.length).toBeLessThanOrEqual(first.conflicts.length)
        expect(parse(second.text).definition).not.toBeNull()
      }),
      runs,
    )
  })
})

/** Renamed steps have a key of their own in what a text says; examples show them. */
function renames(before: string, after: string): boolean {
  const [old, now] = [parse(before).definition, parse(after).definition]
  return old === null || now === null || renamedSteps(old, now).size > 0
}

function randomlyEdited(text: string, numbers: readonly number[]): string {
  const choose = chooseFrom(numbers)
  let now = text
  for (let left = 1 + choose(3); left > 0; left -= 1) {
    const { definition, layout } = parse(now)
    if (definition === null || definition.steps.length === 0) return now
    const edit = chooseEdit(decompile(definition, layout), choose)
    const result = edit === null ? null : applyEdit(now, edit)
    if (result?.ok) now = result.text
  }
  return now
}
