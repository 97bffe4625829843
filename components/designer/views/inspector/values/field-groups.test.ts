import { expect, it } from 'vitest'
import { keysOfType, workflowKeys } from '#core/definition/catalogue.ts'
import { groupsOf } from './field-groups.ts'

const ofType = (type: Parameters<typeof keysOfType>[0], section: string) =>
  keysOfType(type).filter((spec) => spec.section === section)

it('a long form is grouped, and every field is in one group', () => {
  for (const keys of [ofType('HUMAN', 'main'), workflowKeys]) {
    const groups = groupsOf(keys)
    expect(groups.length).toBeGreaterThan(2)
    expect(groups[0]?.heading).toBeUndefined()
    expect(groups.slice(1).every(({ heading }) => heading !== undefined)).toBe(true)
    expect(groups.flatMap((group) => group.keys).toSorted(byKey)).toEqual(keys.toSorted(byKey))
  }
})

it('a short form stays as it is', () => {
  for (const type of ['STANDARD', 'WAIT', 'LOOP', 'DECISION'] as const) {
    const keys = ofType(type, 'main')
    expect(groupsOf(keys)).toEqual([{ heading: undefined, keys }])
  }
})

const byKey = ({ key: one }: { key: string }, { key: other }: { key: string }) => (one < other ? -1 : 1)
