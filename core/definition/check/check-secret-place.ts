import { secretName } from '../../expression/template/fill-template.ts'
import { templateParts } from '../../expression/template/template.ts'
import { type Json, objectOf } from '../../json.ts'
import type { Place } from '../read/place.ts'
import { isBehindOrigin } from '../url-text.ts'

/** Reports secrets before the path of an address: there a secret would choose the host that receives it. */
export function checkSecretPlace(config: Json, place: Place): void {
  const { url } = objectOf(config)
  if (typeof url !== 'string') return
  let before = ''
  for (const part of templateParts(url)) {
    if (part.kind === 'text') {
      before += part.text
      continue
    }
    // The value of another expression is known only at run time.
    if (part.kind === 'unclosed' || secretName(part.source) === null || isBehindOrigin(before)) return
    place
      .child('url')
      .error('SECRET_IN_ORIGIN', 'A secret may stand behind the host of an address only: write scheme, host and port.')
    return
  }
}
