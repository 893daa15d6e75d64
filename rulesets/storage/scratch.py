"""A folder for copies that are read instead of the original; it goes away with whoever asked for it."""

import tempfile


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a temporary folder.

    Raises OSError; where the system has none, that is no missing encounter (which ENOENT would mean).
    """
    try:
        return tempfile.TemporaryDirectory(prefix="turnwright-")
    except FileNotFoundError as error:
        raise OSError("the system has no folder for temporary files that can be written") from error
