/* The bytes of a file that the user chose, or the sentence that says why there are none. */

/** A file from disk that the browser could not read. */
class FileError extends Error {
  constructor(name) {
    super(name);
    this.name = "FileError";
    this.code = "file.unreadable";
    this.values = { name };
  }
}

/** @param {File} file @returns {Promise<ArrayBuffer>} */
export const bytesOf = (file) =>
  file.arrayBuffer().catch(() => {
    throw new FileError(file.name);
  });
