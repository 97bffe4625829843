import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { readArtifact } from './artifact.ts'

const video = { name: 'Cut', type: 'video/mp4', url: 'https://files.example/cut.mp4' }

describe('an artifact', () => {
  it.each<[Json]>([
    [video],
    [{ name: 'Plan', type: 'plan', json: null }],
    [{ name: 'x', type: 'y', json: { a: [1] } }],
  ])('is taken as it is: %j', (value) => {
    expect(readArtifact(value)).toEqual({ ok: true, artifact: value })
  })

  it.each<[Json, string]>([
    ['x', 'An artifact is an object'],
    [{ ...video, size: 1 }, 'no field size'],
    [{ ...video, name: ' ' }, 'The name'],
    [{ ...video, name: 'x'.repeat(limits.artifacts.nameCharacters + 1) }, 'The name'],
    [{ ...video, type: 5 }, 'The type'],
    [{ ...video, json: 1 }, 'either url or json'],
    [{ name: 'Cut', type: 'x' }, 'either url or json'],
    [{ ...video, url: 'javascript:alert(1)' }, 'no http(s) address'],
    [{ ...video, url: 'file:///etc/passwd' }, 'no http(s) address'],
    [{ ...video, url: `https://${'x'.repeat(limits.artifacts.urlCharacters)}` }, 'no http(s) address'],
    [{ name: 'Text', type: 'x', json: 'ä'.repeat(limits.artifacts.bytes / 2) }, 'larger than 64 kB'],
  ])('is refused: %#', (value, message) => {
    expect(readArtifact(value)).toEqual({ ok: false, message: expect.stringContaining(message) })
  })
})
