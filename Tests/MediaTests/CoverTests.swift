import Testing

@testable import Media

@Suite struct CoverTests {
    @Test func typesAreToldByTheirFirstBytes() {
        let table: [([UInt8], ImageType?)] = [
            (TagBytes.jpeg, .jpeg), (TagBytes.png, .png), (join("GIF89a"), .gif),
            (join("RIFF", 0, 0, 0, 0, "WEBP"), .webp),
            (join("RIFF", 0, 0, 0, 0, "WAVE"), nil), (join("<svg"), nil), ([], nil), ([0xFF, 0xD8], nil),
        ]
        for (bytes, type) in table { #expect(ImageType(sniffing: bytes) == type) }
        #expect(ImageType.jpeg.mediaType == "image/jpeg" && ImageType.jpeg.fileExtension == "jpg")
    }

    @Test func aCoverIsNeverLargerThanItsLimit() {
        let filler = [UInt8](repeating: 0, count: Cover.maximumSize - TagBytes.png.count)
        #expect(Cover((TagBytes.png + filler)[...]) != nil)
        #expect(Cover((TagBytes.png + filler + [0])[...]) == nil)
    }

    @Test func theBestNameInAFolderWinsInAnyCase() {
        #expect(CoverFile.best(among: ["a.mp3", "Folder.JPG", "back.jpg", "COVER.png"]) == "COVER.png")
        #expect(CoverFile.best(among: ["album.webp", "front.jpeg"]) == "front.jpeg")
        #expect(CoverFile.best(among: ["cover.png", "cover.jpg"]) == "cover.jpg")
        #expect(CoverFile.best(among: ["cover", "cover.txt", "mycover.jpg", ".jpg"]) == nil)
    }
}
