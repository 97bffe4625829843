import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { root } from '#server/processes/prepare.mjs'
import { changedShare, fitted } from './compare.mjs'
import { limits, pictures } from './pictures.mjs'
import { replacePictures } from './replace.mjs'

const size = { width: 400, height: 300 }

/** A page of this many lines of text, and a button at some place. */
function page({ lines = 6, button = 20, width = size.width } = {}, quality = 60): Promise<Buffer> {
  const text = Array.from(
    { length: lines },
    (_, line) => `<text x="12" y="${30 + line * 22}">Step ${line} waits</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size.height}" font-size="14">
    <rect width="100%" height="100%" fill="white"/><rect x="${button}" y="220" width="120" height="40" fill="#2457d6"/>
    ${text.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer()
}

describe('a screenshot beside its picture', () => {
  test('is the same after another encoding', async () => {
    expect(await changedShare(await page(), await page())).toBe(0)
    expect(await changedShare(await page({}, 60), await page({}, 75))).toBeLessThan(0.005)
  })

  test('differs by the share that has changed', async () => {
    // A button of 120 × 40 of the 400 × 300 pixels moves: its former and its new position differ, 8 %, and the JPEG
    // blocks around their edges.
    const share = await changedShare(await page(), await page({ button: 200 }))
    expect(share).toBeGreaterThan(0.08)
    expect(share).toBeLessThan(0.12)
  })

  test('differs wholly when its size is another', async () => {
    expect(await changedShare(await page(), await page({ width: 500 }))).toBe(1)
  })
})

describe('the pictures of a folder', () => {
  let folder: string
  let screens: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-pictures-'))
    screens = mkdtempSync(join(tmpdir(), 'heddle-screens-'))
  })
  const replace = (names: Record<string, string>) => replacePictures({ pictures: names, limits, folder, screens })
  const put = (path: string, image: Buffer) => writeFileSync(path, image)

  test('are replaced only where their screens have changed', async () => {
    const before = await page({}, 75)
    put(join(folder, 'same.jpg'), before)
    put(join(folder, 'changed.jpg'), before)
    put(join(screens, 'same-light.jpg'), await page())
    put(join(screens, 'changed-light.jpg'), await page({ button: 200 }))
    put(join(screens, 'new-light.jpg'), await page({ lines: 2 }))
    const answer = await replace({
      'same.jpg': 'same-light.jpg',
      'changed.jpg': 'changed-light.jpg',
      'new.jpg': 'new-light.jpg',
    })
    expect(answer.map(({ name, isReplaced }) => [name, isReplaced])).toEqual([
      ['same.jpg', false],
      ['changed.jpg', true],
      ['new.jpg', true],
    ])
    expect(readFileSync(join(folder, 'same.jpg'))).toEqual(before)
    expect(readFileSync(join(folder, 'changed.jpg'))).toEqual(readFileSync(join(screens, 'changed-light.jpg')))
    expect(await replace({ 'changed.jpg': 'changed-light.jpg' })).toEqual([
      { name: 'changed.jpg', share: 0, isReplaced: false },
    ])
  })

  test('need their screenshots first', async () => {
    await expect(replace({ 'a.jpg': 'a-light.jpg' })).rejects.toThrow('Run "npm run screens" first')
  })

  test('are encoded again where they are too large', async () => {
    const large = await page({}, 95)
    expect((await fitted(large, 8_000)).length).toBeLessThan(8_000)
    expect(await fitted(large, large.length + 1)).toBe(large)
    await expect(fitted(large, 10)).rejects.toThrow('smaller window')
  })
})

describe('the pictures in docs', () => {
  const folder = join(root, 'docs')
  const images = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    ['.jpg', '.jpeg', '.png', '.gif', '.webp'].includes(extname(path)),
  )

  test('are few and small', () => {
    expect(images.length).toBeLessThanOrEqual(limits.pictures)
    for (const path of images) expect(statSync(join(folder, path)).size, path).toBeLessThan(limits.bytes)
  })

  test('each have a screenshot that they follow', () => {
    expect(images.toSorted()).toEqual(
      Object.keys(pictures)
        .map((name) => join('pictures', name))
        .toSorted(),
    )
  })
})
