// `npm run pictures`, after `npm run screens`: replaces the pictures in docs/pictures whose screens have changed.
import { join } from 'node:path'
import { fail, root, say } from '#server/processes/prepare.mjs'
import { limits, pictures } from './pictures.mjs'
import { replacePictures } from './replace.mjs'

const folders = { folder: join(root, 'docs', 'pictures'), screens: join(root, 'screens') }
try {
  for (const { name, share, isReplaced } of await replacePictures({ pictures, limits, ...folders })) {
    const difference = share === null ? 'new' : `${(share * 100).toFixed(2)} % differs`
    say(`docs/pictures/${name}: ${difference}, ${isReplaced ? 'replaced' : 'left as it is'}`)
  }
} catch (error) {
  fail(error.message)
}
