import { expect, it } from 'vitest'
import { catalogue } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import { stepIcons } from './step-icon.tsx'

it.each(stepTypes)('%s has the icon that the catalogue names', (type) => {
  const drawn = stepIcons[type].displayName?.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()
  expect(drawn).toBe(catalogue[type].icon)
})
