import { expect, it } from 'vitest'
import type { Row } from '../spans/rows.ts'
import { namesWidth } from './names-width.ts'

const row = (label: string, depth = 0) => ({ label, depth }) as Row

it('is as wide as the longest name beside its duration needs, and leaves the bars their part', () => {
  expect(namesWidth([row('Ask')], 900)).toBe(208)
  expect(namesWidth([row('Ask'), row('Allocate_Inventory')], 900)).toBe(240)
  expect(namesWidth([row('Allocate_Inventory', 3)], 900)).toBe(288)
  expect(namesWidth([row('Allocate_Inventory', 50)], 900)).toBe(namesWidth([row('Allocate_Inventory', 6)], 900))
  expect(namesWidth([row('x'.repeat(128))], 900)).toBe(378)
  expect(namesWidth([row('Ask')], 390)).toBe(144)
  expect(namesWidth([row('x'.repeat(128))], 390)).toBe(210)
})
