/* The scoring model that comes with the site. It compresses to half, and not every host does that, so it lies there packed. */

export const MODEL = "scoring/model.onnx.gz";

/** @param {Response} response @returns {Promise<ArrayBuffer>} */
export function unpacked(response) {
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
