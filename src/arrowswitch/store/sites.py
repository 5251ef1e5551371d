"""Uploads of result packages, by the kind of the site's address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.store.site_folder import write_folder
from arrowswitch.store.webdav import upload
from arrowswitch.tournament.club.site import SiteAddress, SiteFolder, Uploaded


@dataclass(frozen=True, slots=True)
class PackageUploads:
    """Puts packages into folders of web servers and of this computer (`tournament.club.site.SiteUploads`)."""

    def upload(self, site: SiteAddress | SiteFolder, files: Mapping[str, bytes], marks: Sequence[str]) -> Uploaded:
        """Puts the files of a package into the folder of a site."""
        return write_folder(site, files, marks) if isinstance(site, SiteFolder) else upload(site, files, marks)
