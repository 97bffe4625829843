import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { parseExpression } from './parse-expression.ts'
import { parseOnce } from './parse-once.ts'

it('reads an expression once, right or wrong', () => {
  for (const source of ['input.amount > 10', 'input.amount >']) {
    expect(parseOnce(source)).toEqual(parseExpression(source))
    expect(parseOnce(source)).toBe(parseOnce(source))
  }
})

it('forgets what it knows before that becomes too much', () => {
  const first = parseOnce('input.first')
  const filler = 'x'.repeat(limits.expression.sourceBytes)
  const count = Math.ceil(limits.expression.rememberedCharacters / filler.length) + 1
  for (let index = 0; index < count; index += 1) parseOnce(`${filler}${index}`)
  expect(parseOnce('input.first')).not.toBe(first)
  expect(parseOnce('input.first')).toEqual(first)
})
