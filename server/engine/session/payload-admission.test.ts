import { expect, it } from 'vitest'
import { tuning } from '../tuning.ts'
import { createPayloadAdmission } from './payload-admission.ts'

let now = 0

it('is what is left of the bound, and one run whatever it has while nothing is held', () => {
  let held = 0
  const rooms = createPayloadAdmission(
    100,
    () => held,
    () => now,
  )
  expect(rooms.budget()).toEqual({ bytes: 100, evenOne: true })
  held = 30
  expect(rooms.budget()).toEqual({ bytes: 70, evenOne: false })
  held = 130
  expect(rooms.budget()).toEqual({ bytes: 0, evenOne: false })
})

it('is none once runs were left, until less is held', () => {
  let held = 60
  const rooms = createPayloadAdmission(
    100,
    () => held,
    () => now,
  )
  rooms.onLeft()
  expect(rooms.budget()).toEqual({ bytes: 0, evenOne: false })
  held = 50
  expect(rooms.budget()).toEqual({ bytes: 50, evenOne: false })
})

it('is never none for good where runs were left and nothing is held', () => {
  const rooms = createPayloadAdmission(
    100,
    () => 0,
    () => now,
  )
  rooms.onLeft()
  expect(rooms.budget()).toEqual({ bytes: 100, evenOne: true })
})

it('is there for one that has waited long, however much is held, once', () => {
  const rooms = createPayloadAdmission(
    100,
    () => 200,
    () => now,
  )
  rooms.onLeft()
  expect(rooms.budget()).toEqual({ bytes: 0, evenOne: false })
  now += tuning.payloadWaitMs + 1
  expect(rooms.budget()).toEqual({ bytes: 0, evenOne: true })
  expect(rooms.budget()).toEqual({ bytes: 0, evenOne: false })
})
