/* Reads PDFs with pdf.js, as its text layer does. */

import { getDocument, GlobalWorkerOptions } from "./pdfjs/build/pdf.min.mjs";

const FOLDER = new URL("./pdfjs/", import.meta.url).href;
GlobalWorkerOptions.workerSrc = `${FOLDER}build/pdf.worker.min.mjs`;

/** Gives {seconds, first, pages, text} of a file, or {failed}. */
export async function read(bytes) {
  const began = performance.now();
  try {
    const task = getDocument({
      data: bytes.slice(),
      cMapUrl: `${FOLDER}cmaps/`,
      cMapPacked: true,
      verbosity: 0,
      standardFontDataUrl: `${FOLDER}standard_fonts/`,
    });
    const file = await task.promise;
    const texts = [];
    let first = 0;
    for (let number = 1; number <= file.numPages; number++) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      texts.push(items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(""));
      first ||= performance.now() - began;
      page.cleanup();
    }
    const seconds = (performance.now() - began) / 1000;
    const pages = file.numPages;
    await task.destroy();
    return { seconds, first: first / 1000, pages, text: texts.join("\n") };
  } catch (error) {
    return { failed: String(error) };
  }
}
