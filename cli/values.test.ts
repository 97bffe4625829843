import { expect, it } from 'vitest'
import type { Terminal } from './terminal.ts'
import { readValues } from './values.ts'

it('keeps a whole number as a text where a number would lose digits of it', async () => {
  const pairs = ['id=12345678901234567890', 'amount=24000', 'rate=-1.50', 'n=-9007199254740993', 'zip=01234', 'ok=true']
  expect(await readValues({} as Terminal, pairs, undefined)).toEqual({
    id: '12345678901234567890',
    amount: 24_000,
    rate: -1.5,
    n: '-9007199254740993',
    zip: '01234',
    ok: true,
  })
})
