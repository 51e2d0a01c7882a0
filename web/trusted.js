/* The two scripts that this page may start, for browsers that ask who vouches for them (Trusted Types). */

const policy = globalThis.trustedTypes?.createPolicy("chunkforge", {
  createScriptURL(address) {
    if (address !== "sw.js" && !address.startsWith("blob:")) throw new TypeError(`${address} is not started from here.`);
    return address;
  },
});

/** @param {string} address the service worker's, or the blob of the worker @returns {any} */
export const trustedScript = (address) => policy?.createScriptURL(address) ?? address;
