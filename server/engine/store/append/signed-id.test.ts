import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { signedId } from './signed-id.ts'

it('keeps an id apart from others, of one engine or two, and says whose it is', () => {
  const engines = [{ id: randomUUID() }, { id: randomUUID() }]
  const ids = Array.from({ length: 50 }, () => randomUUID())
  const signed = engines.flatMap((engine) => ids.map((id) => signedId(id, engine)))
  expect(new Set(signed).size).toBe(100)
  for (const id of signed) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  for (const [place, id] of signed.entries())
    expect(id.endsWith((engines[place < 50 ? 0 : 1]?.id ?? '').slice(24))).toBe(true)
})
