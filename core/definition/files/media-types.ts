/** A kind of file: its media type, and the bytes at its beginning that every such file has. */
interface KnownType {
  readonly mediaType: string
  /** The beginning as Latin-1 text; one of these. Absent: the type has no fixed beginning. */
  readonly begins?: readonly string[]
}

const zip = ['PK\x03\x04', 'PK\x05\x06']
const jpeg = { mediaType: 'image/jpeg', begins: ['\xff\xd8\xff'] }
const tiff = { mediaType: 'image/tiff', begins: ['II*\0', 'MM\0*'] }
const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The types that are known by the ending of a name. */
const byEnding: ReadonlyMap<string, KnownType> = new Map(
  Object.entries({
    pdf: { mediaType: 'application/pdf', begins: ['%PDF-'] },
    png: { mediaType: 'image/png', begins: ['\x89PNG\r\n\x1a\n'] },
    jpg: jpeg,
    jpeg,
    gif: { mediaType: 'image/gif', begins: ['GIF87a', 'GIF89a'] },
    webp: { mediaType: 'image/webp', begins: ['RIFF'] },
    tif: tiff,
    tiff,
    heic: { mediaType: 'image/heic' },
    svg: { mediaType: 'image/svg+xml' },
    txt: { mediaType: 'text/plain' },
    md: { mediaType: 'text/markdown' },
    csv: { mediaType: 'text/csv' },
    json: { mediaType: 'application/json' },
    xml: { mediaType: 'application/xml' },
    yaml: { mediaType: 'application/yaml' },
    yml: { mediaType: 'application/yaml' },
    html: { mediaType: 'text/html' },
    eml: { mediaType: 'message/rfc822' },
    zip: { mediaType: 'application/zip', begins: zip },
    gz: { mediaType: 'application/gzip', begins: ['\x1f\x8b'] },
    docx: { mediaType: `${office}.wordprocessingml.document`, begins: zip },
    xlsx: { mediaType: `${office}.spreadsheetml.sheet`, begins: zip },
    pptx: { mediaType: `${office}.presentationml.presentation`, begins: zip },
    odt: { mediaType: `${openDocument}.text`, begins: zip },
    ods: { mediaType: `${openDocument}.spreadsheet`, begins: zip },
    odp: { mediaType: `${openDocument}.presentation`, begins: zip },
    mp3: { mediaType: 'audio/mpeg' },
    wav: { mediaType: 'audio/wav', begins: ['RIFF'] },
    mp4: { mediaType: 'video/mp4' },
  }),
)

/** The type of a file without a known ending. */
export const unknownType = 'application/octet-stream'

/** Endings of programs, and of files that run something where they are opened. */
const programEndings = new Set(
  (
    'app appx bat chm cmd com cpl dll dmg exe gadget hta inf iso jar js jse lnk mjs msc msi msix msp mst pif pkg ps1 psm1 ' +
    'reg scf scr sct sh sys url vb vbe vbs wsc wsf wsh xll'
  ).split(' '),
)

/** Beginnings of programs of Windows, Linux and macOS. Scripts begin with #!. */
const programBeginnings = ['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xcf\xfa\xed\xfe', '\xfe\xed\xfa\xcf', '#!']

const longestBeginning = 8

/** The ending of a name without its dot, in lower case. */
const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type of a file by its name. */
export const mediaTypeOf = (name: string): string => byEnding.get(endingOf(name))?.mediaType ?? unknownType

/**
 * Why a file is refused: a program by its name or its beginning, or content that another kind of file has than the name
 * says. Null: nothing speaks against it. This is no scan for viruses.
 */
export function refusedFile(name: string, content: Uint8Array): string | null {
  const beginning = String.fromCharCode(...content.subarray(0, longestBeginning))
  const isProgram = programEndings.has(endingOf(name)) || programBeginnings.some((one) => beginning.startsWith(one))
  if (isProgram) return `${name} is a program or a script. Send a document, an image or data.`
  const begins = byEnding.get(endingOf(name))?.begins
  if (begins !== undefined && !begins.some((one) => beginning.startsWith(one)))
    return `The content of ${name} is not that of a .${endingOf(name)} file. Save the file again, or give it its right ending.`
  return null
}

/** Whether a type is among the accepted ones: media types, `image/*`, or endings with a dot, as browsers write them. */
export function isAccepted(accept: readonly string[], name: string, mediaType: string): boolean {
  if (accept.length === 0) return true
  return accept.some((one) => {
    const wanted = one.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? mediaType.startsWith(wanted.slice(0, -1)) : mediaType === wanted
  })
}
