import { secretName } from '../../expression/template/fill-template.ts'
import { templateParts } from '../../expression/template/template.ts'
import { type Json, objectOf } from '../../json.ts'
import type { Place } from '../read/place.ts'
import { isBehindOrigin } from '../url-text.ts'

/** A secret in front of the path of an address would choose the host that receives it. */
export function checkSecretPlace(config: Json, place: Place): void {
  const { url } = objectOf(config)
  if (typeof url !== 'string') return
  let before = ''
  for (const part of templateParts(url)) {
    if (part.kind === 'text') {
      before += part.text
      continue
    }
    // What a value puts there is known at the run alone.
    if (part.kind === 'unclosed' || secretName(part.source) === null || isBehindOrigin(before)) return
    place
      .child('url')
      .error('SECRET_IN_ORIGIN', 'A secret may stand behind the host of an address only: write scheme, host and port.')
    return
  }
}
