// The comparison of a screenshot with the picture that a document shows.
import sharp from 'sharp'

/** Pixels of each side that become one cell: the noise of JPEG and of smoothed edges averages out. */
const CELL = 4
/** Smallest difference of a colour channel, of 255, that makes a cell a changed one. */
const CHANNEL_DIFFERENCE = 16
/** Share of changed cells up to which a screen is the same: run ids, times and durations differ with every run. */
export const SAME_SHARE = 0.01

const WORST_QUALITY = 20

/** The share of a picture, from 0 to 1, in which it differs from a screenshot; 1 for another size. */
export async function changedShare(picture, screenshot) {
  const [before, after] = await Promise.all([cellsOf(picture), cellsOf(screenshot)])
  if (before.width !== after.width || before.height !== after.height) return 1
  let changed = 0
  for (let cell = 0; cell < before.data.length; cell += 3) {
    if ([0, 1, 2].some((channel) => isFar(before.data[cell + channel], after.data[cell + channel]))) changed += 1
  }
  return changed / (before.data.length / 3)
}

const isFar = (before, after) => Math.abs(before - after) >= CHANNEL_DIFFERENCE

/** An image as the average colours of its cells, three channels each. */
async function cellsOf(image) {
  const { width, height } = await sharp(image).metadata()
  const data = await sharp(image)
    .resize(Math.ceil(width / CELL), Math.ceil(height / CELL), { fit: 'fill', kernel: 'linear' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, data }
}

/** A JPEG screenshot of less than `bytes`: itself, or encoded again at the best quality that fits. */
export async function fitted(screenshot, bytes) {
  if (screenshot.length < bytes) return screenshot
  for (let quality = 60; quality >= WORST_QUALITY; quality -= 5) {
    const smaller = await sharp(screenshot).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (smaller.length < bytes) return smaller
  }
  throw new Error(`The screenshot does not fit into ${bytes} bytes. Take it of a smaller window.`)
}
