// The pictures of the documents follow their screens: a picture is replaced only when its screen has changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedShare, fitted, SAME_SHARE } from './compare.mjs'

/**
 * Replaces each picture of `folder` whose screenshot in `screens` differs by more than `SAME_SHARE`. The answer names
 * each picture with its share of change, and says whether it was replaced; a share of null means a new picture.
 */
export async function replacePictures({ pictures, limits, folder, screens }) {
  const answer = []
  for (const [name, source] of Object.entries(pictures)) {
    const path = join(folder, name)
    if (!existsSync(join(screens, source)))
      throw new Error(`There is no screens/${source}. Run "npm run screens" first.`)
    const screenshot = readFileSync(join(screens, source))
    const share = existsSync(path) ? await changedShare(readFileSync(path), screenshot) : null
    const isReplaced = share === null || share > SAME_SHARE
    if (isReplaced) writeFileSync(path, await fitted(screenshot, limits.bytes))
    answer.push({ name, share, isReplaced })
  }
  return answer
}
