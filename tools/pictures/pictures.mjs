// The pictures of the documents, as data: each is a copy of one screenshot of `npm run screens`.

/** The screenshot in the ignored folder screens/, by the name of the picture in docs/pictures/. */
export const pictures = {
  'designer.jpg': 'designer-light.jpg',
  'inbox.jpg': 'inbox-light.jpg',
  'run.jpg': 'run-rolled-back-light.jpg',
}

/** Bounds of the pictures in the repository: every version of a picture stays in each clone. */
export const limits = { pictures: 12, bytes: 100_000 }
