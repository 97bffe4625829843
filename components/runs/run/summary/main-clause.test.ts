import { expect, it } from 'vitest'
import type { SentencePart } from '#core/run/sentence/parts.ts'
import { mainClause } from './main-clause.ts'

const step = (text: string): SentencePart => ({ text, to: { kind: 'step', step: text } })

it('the main clause ends at the first comma or stop that is not in a name', () => {
  expect(mainClause(['Waiting for Ana to decide ', step('A, B'), ', since 3 h.'])).toEqual({
    main: ['Waiting for Ana to decide ', step('A, B'), ','],
    rest: [' since 3 h.'],
  })
  expect(mainClause(['Failed at ', step('A'), ' 1.5 s ago: no stock.'])).toEqual({
    main: ['Failed at ', step('A'), ' 1.5 s ago:'],
    rest: [' no stock.'],
  })
  expect(mainClause(['Running'])).toEqual({ main: ['Running'], rest: [] })
  expect(mainClause(['It waits.'])).toEqual({ main: ['It waits.'], rest: [] })
})
